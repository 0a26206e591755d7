// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestToyPeg} from "./DishonestToyPeg.sol";
import {ToyPegVenue} from "./ToyPegVenue.sol";

contract ToyPegFamily is Family {
    constructor(Tokens memory t) Family("ToyPeg", new DishonestToyPeg(t.a, t.b), 0) {
        _add(new ToyPegVenue(adapter, address(t.a), address(t.b), t.weth));
    }
}
