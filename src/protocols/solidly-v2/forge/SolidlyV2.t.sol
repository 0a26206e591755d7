// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {DishonestSolidly} from "./DishonestSolidly.sol";
import {SolidlyVenue} from "./SolidlyVenue.sol";

contract SolidlyV2Test is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "SolidlyV2";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new SolidlyVenue(adapter, first, second, weth, false);
    }

    function _addOthers() internal override {
        _add(new SolidlyVenue(adapter, address(a), address(b), weth, true));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestSolidly(a, b);
    }

    function _seesWhatIsTaken() internal pure override returns (bool) {
        return false;
    }

    /// @dev The pool measures what it was paid, and has quoted its output before.
    function _taxed() internal pure override returns (uint256) {
        return 6;
    }
}
