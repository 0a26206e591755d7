// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestPsm} from "./DishonestPsm.sol";
import {PsmVenue} from "./PsmVenue.sol";

contract PsmFamily is Family {
    constructor(Tokens memory t) Family("Psm", new DishonestPsm(t.a, t.b), 0) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new PsmVenue(adapter, x, y, t.weth));
    }
}
