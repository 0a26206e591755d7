// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../Errors.sol";
import {Token} from "../lib/Token.sol";
import {IAdapter} from "./IAdapter.sol";

interface IPsm {
    function to18ConversionFactor() external view returns (uint256);
    function tout() external view returns (uint256);
    function sellGem(address usr, uint256 gems) external returns (uint256 dai);
    function buyGem(address usr, uint256 gems) external returns (uint256 dai);
}

/// @title Adapter for Sky's peg stability modules: gems for DAI and back
/// @notice Belongs to nobody, remembers nothing and holds nothing: what is sent here outside of a swap, the next
/// caller may take.
contract Psm is IAdapter {
    uint256 private constant WAD = 1e18;

    /// @dev `tokenOut` is not asked: the module pays where it is told to, and the recipient's minimum is the router's.
    /// @param data 0 sells gems, anything else buys them
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

    /// @dev The module is told how many gems: the most that cost no more than `amountIn`, where n of them cost
    /// n · factor + floor(n · factor · tout / WAD). What is left is less than one more would cost; it stays in the module.
    function _buy(IPsm psm, address to, uint256 amountIn) private returns (uint256 gems) {
        gems = ((amountIn + 1) * WAD - 1) / ((WAD + psm.tout()) * psm.to18ConversionFactor());
        if (gems == 0) revert PartialFill(0, amountIn);
        psm.buyGem(to, gems);
    }
}
