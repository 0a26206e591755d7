// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestDodo} from "./DishonestDodo.sol";
import {DodoVenue} from "./DodoVenue.sol";

contract DodoV2Family is Family {
    constructor(Tokens memory t) Family("DodoV2", new DishonestDodo(t.a, t.b), 0) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new DodoVenue(adapter, x, y, t.weth, true));
        _add(new DodoVenue(adapter, y, x, t.weth, false));
    }
}
