// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

/// @notice A pair of bins: it trades what it was sent since it last updated its reserves.
interface ILBPair {
    function getTokenX() external view returns (address);
    function swap(bool sellsX, address to) external returns (uint256 amounts);
}

/// @title Adapter for pairs of Liquidity Book, v2.1 and v2.2
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract LiquidityBook is IAdapter {
    /// @dev The pair itself sends the output to `to`, and refuses an input that it cannot take whole. It returns both
    /// amounts in one word, Y in the upper half.
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
