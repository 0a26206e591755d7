// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @notice A port, not DODO's code: what a factory of its second version answers about pools that are made elsewhere.
contract DodoFactoryPort {
    mapping(address base => mapping(address quote => address[])) private pools;

    function add(address base, address quote, address pool) external {
        pools[base][quote].push(pool);
    }

    function getDODOPoolBidirection(address a, address b) external view returns (address[] memory, address[] memory) {
        return (pools[a][b], pools[b][a]);
    }
}
