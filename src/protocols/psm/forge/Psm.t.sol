// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest, PartialFill} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {Route} from "../../../../contracts/forge/rig/Route.sol";
import {PsmPort} from "../sandbox/PsmPort.sol";
import {DishonestPsm} from "./DishonestPsm.sol";
import {PsmVenue} from "./PsmVenue.sol";

contract PsmTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "Psm";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new PsmVenue(adapter, first, second, weth);
    }

    function _addOthers() internal override {
        _add(new PsmVenue(adapter, address(b), address(a), weth));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestPsm(a, b);
    }

    /// A gem costs 10^12 units of the other token plus 0.1 %.
    function test_WhatBuysNoGemMoreGoesToTheModule() public {
        Venue venue = venues[0];
        uint256 held = b.balanceOf(venue.pool());
        uint256 gems = a.balanceOf(receiver);
        Ask memory ask = _through(venue, 1, 1_001_999_999_999_999, _leg(venue, 1, Route.TO_RECIPIENT, 0));
        require(_done(ask) == 1000, "not 1000 gems");
        require(a.balanceOf(receiver) - gems == 1000, "not what was said");
        require(b.balanceOf(venue.pool()) - held == 1_001_999_999_999_999, "stayed elsewhere");
        _nothingStays(venue);
    }

    /// The cost of n gems buys n gems, and one unit less does not, however the fee is rounded.
    function test_CostToTheUnit() public {
        PsmPort module = PsmPort(venues[0].pool());
        uint256[4] memory fees = [uint256(0), 1, 333_333_333_333_333, 123_456_789_012_345_678];
        uint256[4] memory gems = [uint256(1), 2, 7, 1_000_003];
        for (uint256 k = 0; k < 16; k++) {
            (uint256 fee, uint256 n) = (fees[k / 4], gems[k % 4]);
            module.file("tout", fee);
            uint256 cost = n * 1e12 + n * 1e12 * fee / 1e18;
            require(_bought(cost) == n, "one less");
            require(_bought(cost + 1) == n, "another number");
            if (n > 1) require(_bought(cost - 1) == n - 1, "one more");
        }
    }

    function test_TooLittleForOneGem() public {
        Ask memory ask = _through(venues[0], 1, 1e12, _leg(venues[0], 1, Route.TO_RECIPIENT, 0));
        bytes memory answer = _isRefused(ask);
        require(keccak256(answer) == keccak256(abi.encodeWithSelector(PartialFill.selector, 0, 1e12)), "in other words");
    }

    function _bought(uint256 amountIn) private returns (uint256) {
        return _done(_through(venues[0], 1, amountIn, _leg(venues[0], 1, Route.TO_RECIPIENT, 0)));
    }
}
