// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice What the router asks of an adapter: a contract that keeps nothing between calls, no allowance and no
/// balance, so that whatever it calls can reach nobody's money.
interface IAdapter {
    /// @notice Trades all that the adapter holds of `tokenIn`, and sends all that it then holds of `tokenOut`.
    /// @param pool with whom
    /// @param to who receives; never the adapter
    /// @param data 48 bits that mean what the adapter says
    /// @return amountOut what was sent, smallest units: a hint for the pool that follows
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256 data)
        external
        returns (uint256 amountOut);
}
