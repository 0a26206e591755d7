// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

interface IVault {
    function deposit(uint256 assets, address receiver) external returns (uint256 shares);
    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets);
}

/// @title Adapter for ERC-4626 vaults: assets for shares and back
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract Erc4626 is IAdapter {
    /// @dev `tokenOut` is not called: the vault pays `to`, and the router checks the minimum at the recipient.
    /// @param data 0 to deposit, anything else to redeem
    function tradeForSwapline(address pool, address tokenIn, address, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        if (data == 0) {
            Token.approve(tokenIn, pool, amountIn);
            amountOut = IVault(pool).deposit(amountIn, to);
            Token.approve(tokenIn, pool, 0);
        } else {
            amountOut = IVault(pool).redeem(amountIn, to, address(this));
        }
        uint256 left = Token.balanceOf(tokenIn, address(this));
        if (left != 0) revert PartialFill(amountIn - left, amountIn);
    }
}
