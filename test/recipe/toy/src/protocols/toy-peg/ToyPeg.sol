// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

interface IPeg {
    function trade(bool zeroForOne, uint256 amountIn, address to) external returns (uint256 out);
}

/// @title Adapter for the toy's pools
contract ToyPeg is IAdapter {
    /// @param data 0 to sell the pool's token 0, 1 to sell its token 1
    function tradeForSwapline(address pool, address tokenIn, address, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        Token.approve(tokenIn, pool, amountIn);
        amountOut = IPeg(pool).trade(data == 0, amountIn, to);
        Token.approve(tokenIn, pool, 0);
        uint256 left = Token.balanceOf(tokenIn, address(this));
        if (left != 0) revert PartialFill(amountIn - left, amountIn);
    }
}
