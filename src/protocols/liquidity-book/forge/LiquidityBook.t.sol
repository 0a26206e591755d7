// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {Route} from "../../../../contracts/forge/rig/Route.sol";
import {DishonestBook} from "./DishonestBook.sol";
import {LiquidityBookVenue} from "./LiquidityBookVenue.sol";

contract LiquidityBookTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "LiquidityBook";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new LiquidityBookVenue(adapter, first, second, weth);
    }

    function _addOthers() internal override {
        _add(new LiquidityBookVenue(adapter, address(b), address(a), weth));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestBook(a, b);
    }

    function _seesWhatIsTaken() internal pure override returns (bool) {
        return false;
    }

    function test_PairThatRunsDry() public {
        for (uint256 i = 0; i < 2; i++) {
            bytes memory answer = _isRefused(_through(venues[0], i, 9e23, _leg(venues[0], i, Route.TO_RECIPIENT, 0)));
            require(keccak256(answer) == keccak256(abi.encodeWithSignature("Error(string)", "out of liquidity")), "in other words");
        }
    }
}
