// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestTempoDex} from "./DishonestTempoDex.sol";
import {TempoDexVenue} from "./TempoDexVenue.sol";

contract TempoDexFamily is Family {
    constructor(Tokens memory t) Family("TempoDex", new DishonestTempoDex(t.a, t.b), 0) {
        _add(new TempoDexVenue(adapter, address(t.a), address(t.b), t.weth));
    }
}
