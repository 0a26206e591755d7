// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

interface IPsm {
    function to18ConversionFactor() external view returns (uint256);
    function tout() external view returns (uint256);
    function sellGem(address usr, uint256 gems) external returns (uint256 dai);
    function buyGem(address usr, uint256 gems) external returns (uint256 dai);
}

/// @title Adapter for Sky's peg stability modules: gems for DAI and back
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract Psm is IAdapter {
    uint256 private constant WAD = 1e18;

    /// @dev `tokenOut` is not called: the module pays `to`, and the router checks the minimum at the recipient.
    /// @param data 0 to sell gems, anything else to buy them
    function tradeForSwapline(address pool, address tokenIn, address, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        Token.approve(tokenIn, pool, amountIn);
        amountOut = data == 0 ? IPsm(pool).sellGem(to, amountIn) : _buy(IPsm(pool), to, amountIn);
        Token.approve(tokenIn, pool, 0);
        uint256 left = Token.balanceOf(tokenIn, address(this));
        if (left == 0) return amountOut;
        if (data == 0) revert PartialFill(amountIn - left, amountIn);
        Token.transfer(tokenIn, pool, left);
    }

    /// @dev The module takes a number of gems: the maximum that costs at most `amountIn`, where n gems cost
    /// n · factor + floor(n · factor · tout / WAD). The rest, less than the cost of one more gem, stays in the module.
    function _buy(IPsm psm, address to, uint256 amountIn) private returns (uint256 gems) {
        gems = ((amountIn + 1) * WAD - 1) / ((WAD + psm.tout()) * psm.to18ConversionFactor());
        if (gems == 0) revert PartialFill(0, amountIn);
        psm.buyGem(to, gems);
    }
}
