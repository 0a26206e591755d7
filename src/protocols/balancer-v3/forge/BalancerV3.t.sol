// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {BalancerV3Venue} from "./BalancerV3Venue.sol";
import {DishonestBalancerV3} from "./DishonestBalancerV3.sol";

contract BalancerV3Test is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "BalancerV3";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new BalancerV3Venue(adapter, first, second, weth, false);
    }

    function _addOthers() internal override {
        _add(new BalancerV3Venue(adapter, address(a), address(b), weth, true));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestBalancerV3(a, b);
    }

    function _seesWhatIsTaken() internal pure override returns (bool) {
        return false;
    }

    /// @dev The vault measures what it was paid.
    function _taxed() internal pure override returns (uint256) {
        return 6;
    }
}
