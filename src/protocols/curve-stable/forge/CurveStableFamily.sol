// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {TaxedCoin} from "../../../../contracts/forge/mocks/Coins.sol";
import {DishonestCurveStable} from "./DishonestCurveStable.sol";
import {CurveOverVenue, CurveVenue} from "./CurveVenue.sol";

contract CurveStableFamily is Family {
    constructor(Tokens memory t) Family("CurveStable", new DishonestCurveStable(t.a, t.b), 3 << 40) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new CurveVenue(adapter, x, y, t.weth, false));
        _add(new CurveVenue(adapter, x, y, t.weth, true));
        _add(new CurveOverVenue(adapter, x, y, t.c, t.weth, false));
        _addTaxed(new CurveVenue(adapter, x, address(new TaxedCoin()), t.weth, true));
    }
}
