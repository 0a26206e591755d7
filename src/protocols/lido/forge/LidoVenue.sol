// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {StEthPort} from "../sandbox/StEthPort.sol";
import {IStEth, WstEthPort} from "../sandbox/WstEthPort.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice stETH and wstETH on our ports, at a rate of one, or at a rate at which hardly any amount is a whole number
/// of shares.
contract LidoVenue is Venue {
    constructor(address adapter_, address wrapped_, bool even) payable Venue(adapter_, address(0), address(0), wrapped_) {
        StEthPort sold = new StEthPort(true);
        WstEthPort made = new WstEthPort(IStEth(address(sold)));
        (coins, pool) = ([address(sold), address(made)], address(made));
        sold.fill(even ? 1_000_000e24 : 1_234_567e24 + 1, 1_000_000e24, 77, pool, 5);
    }

    function data(uint256) external pure override returns (uint48) {
        return 0;
    }

    function goesBack() external pure override returns (bool) {
        return false;
    }

    function isExact() external pure override returns (bool) {
        return false;
    }

    /// @dev Compares shares, because a balance of 0 may hide one.
    function held(uint256 i) external view override returns (uint256) {
        return i == 0 ? StEthPort(coins[0]).sharesOf(adapter) : WstEthPort(pool).balanceOf(adapter);
    }

    function foresee(uint256, uint256 amountIn) external view override returns (uint256) {
        return WstEthPort(pool).getWstETHByStETH(amountIn);
    }

    function fund(uint256 i, address to, uint256 amount) public override {
        if (i == 0) StEthPort(coins[0]).transfer(to, amount);
        else _wrap(to, amount);
    }

    function _wrap(address to, uint256 amount) private {
        StEthPort(coins[0]).approve(pool, 2 * amount);
        WstEthPort(pool).wrap(2 * amount);
        WstEthPort(pool).transfer(to, amount);
    }
}
