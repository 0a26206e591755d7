// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestSolidly} from "./DishonestSolidly.sol";
import {SolidlyVenue} from "./SolidlyVenue.sol";

contract SolidlyV2Family is Family {
    constructor(Tokens memory t) Family("SolidlyV2", new DishonestSolidly(t.a, t.b), 0) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new SolidlyVenue(adapter, x, y, t.weth, false));
        _add(new SolidlyVenue(adapter, x, y, t.weth, true));
    }
}
