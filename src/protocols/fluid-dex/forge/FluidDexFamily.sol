// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestFluid} from "./DishonestFluid.sol";
import {FluidVenue} from "./FluidVenue.sol";

contract FluidDexFamily is Family {
    constructor(Tokens memory t) Family("FluidDex", new DishonestFluid(t.a, t.b), 1) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new FluidVenue(adapter, x, y, t.weth));
        _add(new FluidVenue(adapter, y, t.weth, t.weth));
    }
}
