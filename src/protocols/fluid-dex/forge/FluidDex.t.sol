// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {DishonestFluid} from "./DishonestFluid.sol";
import {FluidVenue} from "./FluidVenue.sol";

contract FluidDexTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "FluidDex";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new FluidVenue(adapter, first, second, weth);
    }

    function _addOthers() internal override {
        _add(new FluidVenue(adapter, address(b), weth, weth));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestFluid(a, b);
    }

    function _dishonestData() internal pure override returns (uint48) {
        return 1;
    }

    /// @dev The layer measures what it was paid.
    function _taxed() internal pure override returns (uint256) {
        return 6;
    }
}
