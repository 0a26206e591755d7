// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DaiUsdsVenue} from "./DaiUsdsVenue.sol";
import {DishonestConverter} from "./DishonestConverter.sol";

contract DaiUsdsFamily is Family {
    constructor(Tokens memory t) Family("DaiUsds", new DishonestConverter(t.a, t.b), 0) {
        _add(new DaiUsdsVenue(adapter, t.weth));
    }
}
