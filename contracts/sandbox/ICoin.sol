// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// What the ports of pools ask of tokens; what these answer to it differs.
interface ICoin {
    function balanceOf(address) external view returns (uint256);
    function approve(address, uint256) external;
    function transfer(address, uint256) external;
    function transferFrom(address, address, uint256) external;
}
