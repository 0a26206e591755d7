// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

/// @notice A pool of DODO's second version: it trades what it was sent since it last updated its reserves.
interface IDodoPool {
    function sellBase(address to) external returns (uint256 amountOut);
    function sellQuote(address to) external returns (uint256 amountOut);
}

/// @title Adapter for DODO V2's pools: vending machine, stable and private
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract DodoV2 is IAdapter {
    /// @dev The pool itself sends the output to `to`.
    /// @param data 0 to sell the base token, 1 to sell the quote token
    function tradeForSwapline(address pool, address tokenIn, address, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        Token.transfer(tokenIn, pool, Token.balanceOf(tokenIn, address(this)));
        amountOut = data == 0 ? IDodoPool(pool).sellBase(to) : IDodoPool(pool).sellQuote(to);
    }
}
