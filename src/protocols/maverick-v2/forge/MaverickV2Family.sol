// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestMaverick} from "./DishonestMaverick.sol";
import {MaverickVenue} from "./MaverickVenue.sol";

contract MaverickV2Family is Family {
    constructor(Tokens memory t) Family("MaverickV2", new DishonestMaverick(t.a, t.b), 0) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new MaverickVenue(adapter, x, y, t.weth));
    }
}
