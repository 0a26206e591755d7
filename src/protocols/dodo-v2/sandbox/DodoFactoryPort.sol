// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @notice A port, not DODO's code: the answers of a factory of its second version about pools created elsewhere.
contract DodoFactoryPort {
    mapping(address base => mapping(address quote => address[])) private pools;

    function add(address base, address quote, address pool) external {
        pools[base][quote].push(pool);
    }

    function getDODOPoolBidirection(address a, address b) external view returns (address[] memory, address[] memory) {
        return (pools[a][b], pools[b][a]);
    }
}
