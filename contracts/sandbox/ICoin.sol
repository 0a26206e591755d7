// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The token calls of the pool ports; the return values differ between tokens.
interface ICoin {
    function balanceOf(address) external view returns (uint256);
    function approve(address, uint256) external;
    function transfer(address, uint256) external;
    function transferFrom(address, address, uint256) external;
}
