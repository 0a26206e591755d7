// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {Route} from "../../../../contracts/forge/rig/Route.sol";
import {DishonestMaverick} from "./DishonestMaverick.sol";
import {MaverickVenue} from "./MaverickVenue.sol";

contract MaverickV2Test is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "MaverickV2";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new MaverickVenue(adapter, first, second, weth);
    }

    function _addOthers() internal override {
        _add(new MaverickVenue(adapter, address(b), address(a), weth));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestMaverick(a, b);
    }

    /// @dev The pool measures what it was paid.
    function _taxed() internal pure override returns (uint256) {
        return 6;
    }

    /// The pool keeps what it was sent, and the adapter sees how much the pool counts.
    function test_PoolThatRunsDry() public {
        MaverickVenue(payable(venues[0])).fill(1e12, 1);
        for (uint256 i = 0; i < 2; i++) {
            _same(_isRefused(_through(venues[0], i, E18, _leg(venues[0], i, Route.TO_RECIPIENT, 0))), "PartialFill(uint256,uint256)");
        }
    }
}
