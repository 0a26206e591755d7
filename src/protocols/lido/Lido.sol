// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

interface IStEth {
    function sharesOf(address account) external view returns (uint256);
    function getPooledEthByShares(uint256 shares) external view returns (uint256);
    function getSharesByPooledEth(uint256 amount) external view returns (uint256);
}

interface IWstEth {
    function wrap(uint256 amount) external returns (uint256 shares);
}

/// @title Adapter for Lido: stETH into wstETH
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract Lido is IAdapter {
    /// @dev stETH is held in shares and moved by amounts. Wrapping the balance, rounded down, would often leave a share
    /// behind; the wrapped amount is the smallest that moves all shares.
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256)
        external
        returns (uint256 amountOut)
    {
        IStEth stEth = IStEth(tokenIn);
        uint256 shares = stEth.sharesOf(address(this));
        uint256 amountIn = stEth.getPooledEthByShares(shares);
        if (stEth.getSharesByPooledEth(amountIn) < shares) amountIn += 1;
        Token.approve(tokenIn, pool, amountIn);
        amountOut = IWstEth(pool).wrap(amountIn);
        Token.approve(tokenIn, pool, 0);
        uint256 left = stEth.sharesOf(address(this));
        if (left != 0) revert PartialFill(shares - left, shares);
        Token.transfer(tokenOut, to, amountOut);
    }
}
