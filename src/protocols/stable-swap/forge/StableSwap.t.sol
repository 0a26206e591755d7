// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {DishonestStableSwap} from "./DishonestStableSwap.sol";
import {StableSwapVenue} from "./StableSwapVenue.sol";

contract StableSwapTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "StableSwap";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new StableSwapVenue(adapter, first, second, weth);
    }

    function _addOthers() internal override {
        _add(new StableSwapVenue(adapter, address(b), address(a), weth));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestStableSwap(a, b);
    }

    /// @dev The pool cannot be filled.
    function _taxed() internal pure override returns (uint256) {
        return 0;
    }
}
