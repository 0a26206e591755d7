// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Token} from "../lib/Token.sol";
import {IAdapter} from "./IAdapter.sol";

/// @notice A pool of DODO's second version, which trades whatever it was sent and has not counted yet.
interface IDodoPool {
    function sellBase(address to) external returns (uint256 amountOut);
    function sellQuote(address to) external returns (uint256 amountOut);
}

/// @title Adapter for DODO V2's pools: vending machines, stable and private ones
/// @notice Belongs to nobody, remembers nothing and holds nothing: what is sent here outside of a swap, the next
/// caller may take.
contract DodoV2 is IAdapter {
    /// @dev The pool sends the output where it has to go by itself.
    /// @param data 0 where the base token is sold, 1 where the quote token is
    function tradeForSwapline(address pool, address tokenIn, address, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        Token.transfer(tokenIn, pool, Token.balanceOf(tokenIn, address(this)));
        amountOut = data == 0 ? IDodoPool(pool).sellBase(to) : IDodoPool(pool).sellQuote(to);
    }
}
