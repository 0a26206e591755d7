// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

interface IDaiUsds {
    function daiToUsds(address usr, uint256 wad) external;
    function usdsToDai(address usr, uint256 wad) external;
}

/// @title Adapter for Sky's converter: DAI for USDS and back, one for one
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract DaiUsds is IAdapter {
    /// @dev `tokenOut` is not called: the converter pays `to`, and the router checks the minimum at the recipient.
    /// @param data 0 for DAI into USDS, anything else for USDS into DAI
    function tradeForSwapline(address pool, address tokenIn, address, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        amountOut = Token.balanceOf(tokenIn, address(this));
        Token.approve(tokenIn, pool, amountOut);
        if (data == 0) IDaiUsds(pool).daiToUsds(to, amountOut);
        else IDaiUsds(pool).usdsToDai(to, amountOut);
        Token.approve(tokenIn, pool, 0);
        uint256 left = Token.balanceOf(tokenIn, address(this));
        if (left != 0) revert PartialFill(amountOut - left, amountOut);
    }
}
