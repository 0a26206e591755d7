// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// The router as its callers see it, written apart from its source.
interface Router {
    function swap(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        bytes calldata route
    ) external payable returns (uint256 amountOut);

    function swapWithFee(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        uint256 fee,
        bytes calldata route
    ) external payable returns (uint256 amountOut);
}
