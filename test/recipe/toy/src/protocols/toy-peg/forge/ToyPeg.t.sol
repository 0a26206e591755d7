// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {DishonestToyPeg} from "./DishonestToyPeg.sol";
import {ToyPegVenue} from "./ToyPegVenue.sol";

contract ToyPegTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "ToyPeg";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new ToyPegVenue(adapter, first, second, weth);
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestToyPeg(a, b);
    }
}
