// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {BalancerV2Venue} from "./BalancerV2Venue.sol";
import {DishonestBalancerV2} from "./DishonestBalancerV2.sol";

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
