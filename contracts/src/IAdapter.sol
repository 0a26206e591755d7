// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice What the router calls on an adapter: a contract that keeps no allowance and no balance between calls, so
/// that what it calls cannot reach any user's money.
interface IAdapter {
    /// @notice Sells the adapter's whole balance of `tokenIn`, then sends its whole balance of `tokenOut`.
    /// @param pool to trade with
    /// @param to the receiver; never the adapter
    /// @param data 48 bits whose meaning the adapter defines
    /// @return amountOut the amount sent, smallest units: a hint for the next pool
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256 data)
        external
        returns (uint256 amountOut);
}
