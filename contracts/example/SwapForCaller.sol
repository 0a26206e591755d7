// SPDX-License-Identifier: MIT
pragma solidity ^0.8.4;

import {ISwaplineRouter} from "../interface/ISwaplineRouter.sol";

interface IERC20Balance {
    function balanceOf(address account) external view returns (uint256);
}

/// @title Swaps a token for its caller and keeps nothing
/// @notice An example of a contract that trades through the router. The caller approves this contract and brings a
/// route; the output goes straight to the caller.
/// @dev The router takes tokens from its caller, which is this contract. So this contract holds and approves exactly
/// the sold amount for the length of the call, and returns what a pool did not take.
contract SwapForCaller {
    ISwaplineRouter public immutable router;

    /// The token moved another amount than `expected`: it takes a fee on transfer.
    error UnexpectedAmount(uint256 received, uint256 expected);
    error TokenCallFailed(address token);

    /// @param router_ check its code hash first: this contract approves the address
    constructor(ISwaplineRouter router_) {
        router = router_;
    }

    /// @param tokenIn an ERC-20 token; native currency is sold through the router directly
    /// @param tokenOut an ERC-20 token, or the zero address for native currency
    /// @param minOut the minimum that the caller accepts, smallest units, above zero: the only protection of the price
    /// @param deadline the last second in which the swap may execute
    /// @param route from a quote for this trade
    /// @return amountOut what the caller received
    function swap(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        uint256 deadline,
        bytes calldata route
    ) external returns (uint256 amountOut) {
        uint256 before = _held(tokenIn);
        // transferFrom(address,address,uint256)
        _call(tokenIn, abi.encodeWithSelector(0x23b872dd, msg.sender, address(this), amountIn));
        uint256 received = _held(tokenIn) - before;
        if (received != amountIn) revert UnexpectedAmount(received, amountIn);

        _approve(tokenIn, amountIn);
        amountOut = router.swap(tokenIn, tokenOut, amountIn, minOut, msg.sender, deadline, route);

        uint256 rest = _held(tokenIn) - before;
        if (rest == 0) return amountOut;
        _approve(tokenIn, 0);
        // transfer(address,uint256)
        _call(tokenIn, abi.encodeWithSelector(0xa9059cbb, msg.sender, rest));
    }

    function _held(address token) private view returns (uint256) {
        return IERC20Balance(token).balanceOf(address(this));
    }

    function _approve(address token, uint256 amount) private {
        // approve(address,uint256)
        _call(token, abi.encodeWithSelector(0x095ea7b3, address(router), amount));
    }

    /// @dev Some tokens return nothing instead of true.
    function _call(address token, bytes memory data) private {
        (bool done, bytes memory answer) = token.call(data);
        bool accepted = answer.length == 0 ? token.code.length > 0 : abi.decode(answer, (bool));
        if (!done || !accepted) revert TokenCallFailed(token);
    }
}
