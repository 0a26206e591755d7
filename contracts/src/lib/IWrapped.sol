// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice A network's wrapped native currency.
interface IWrapped {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
}
