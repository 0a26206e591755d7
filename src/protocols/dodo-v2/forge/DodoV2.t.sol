// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {DishonestDodo} from "./DishonestDodo.sol";
import {DodoVenue} from "./DodoVenue.sol";

contract DodoV2Test is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "DodoV2";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new DodoVenue(adapter, first, second, weth, true);
    }

    function _addOthers() internal override {
        _add(new DodoVenue(adapter, address(b), address(a), weth, false));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestDodo(a, b);
    }

    function _seesWhatIsTaken() internal pure override returns (bool) {
        return false;
    }
}
