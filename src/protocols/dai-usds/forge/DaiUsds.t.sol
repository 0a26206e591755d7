// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {DaiUsdsVenue} from "./DaiUsdsVenue.sol";
import {DishonestConverter} from "./DishonestConverter.sol";

contract DaiUsdsTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "DaiUsds";
    }

    function _venue(address, address) internal pure override returns (Venue) {
        return Venue(payable(0));
    }

    function _addOthers() internal override {
        _add(new DaiUsdsVenue(adapter, weth));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestConverter(a, b);
    }
}
