// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {BalancerV2Venue} from "./BalancerV2Venue.sol";
import {DishonestBalancerV2, DishonestPool} from "../../../../contracts/forge/mocks/DishonestPools.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/venues/Venue.sol";

contract BalancerV2Test is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "BalancerV2";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new BalancerV2Venue(adapter, first, second, weth, false);
    }

    function _addOthers() internal override {
        _add(new BalancerV2Venue(adapter, address(a), address(b), weth, true));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestBalancerV2(a, b);
    }
}
