// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @notice A port, not Maverick's code: the answers of its factory about pools created elsewhere.
contract MaverickFactoryPort {
    mapping(address a => mapping(address b => address[])) private pools;

    function add(address a, address b, address pool) external {
        pools[a][b].push(pool);
    }

    function lookup(address a, address b, uint256 from, uint256 to) external view returns (address[] memory found) {
        address[] storage all = pools[a][b];
        if (to > all.length) to = all.length;
        found = new address[](to > from ? to - from : 0);
        for (uint256 i = 0; i < found.length; i++) found[i] = all[from + i];
    }
}
