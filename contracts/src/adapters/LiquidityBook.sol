// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Token} from "../lib/Token.sol";
import {IAdapter} from "./IAdapter.sol";

/// @notice A pair of bins, which trades whatever it was sent and has not counted yet.
interface ILBPair {
    function getTokenX() external view returns (address);
    function swap(bool sellsX, address to) external returns (uint256 amounts);
}

/// @title Adapter for pairs of Liquidity Book, v2.1 and v2.2
/// @notice Belongs to nobody, remembers nothing and holds nothing: what is sent here outside of a swap, the next
/// caller may take.
contract LiquidityBook is IAdapter {
    /// @dev The pair sends the output where it has to go by itself, and refuses what it cannot take whole. It says both
    /// amounts in one word, that of Y in the upper half.
    function tradeForSwapline(address pool, address tokenIn, address, address to, uint256)
        external
        returns (uint256 amountOut)
    {
        bool sellsX = ILBPair(pool).getTokenX() == tokenIn;
        Token.transfer(tokenIn, pool, Token.balanceOf(tokenIn, address(this)));
        uint256 amounts = ILBPair(pool).swap(sellsX, to);
        amountOut = sellsX ? amounts >> 128 : uint128(amounts);
    }
}
