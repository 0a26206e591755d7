// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {CurveOverVenue, CurveVenue} from "./CurveVenue.sol";
import {DishonestCurveStable} from "./DishonestCurveStable.sol";

contract CurveStableTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "CurveStable";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new CurveVenue(adapter, first, second, weth, false);
    }

    function _addOthers() internal override {
        _add(new CurveVenue(adapter, address(b), address(a), weth, true));
        _add(new CurveOverVenue(adapter, address(a), address(b), address(c), weth, false));
        _add(new CurveOverVenue(adapter, address(b), address(a), address(c), weth, true));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestCurveStable(a, b);
    }
}
