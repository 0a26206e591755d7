// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestCurveCrypto} from "./DishonestCurveCrypto.sol";
import {CurveCryptoVenue} from "./CurveCryptoVenue.sol";

contract CurveCryptoFamily is Family {
    constructor(Tokens memory t) Family("CurveCrypto", new DishonestCurveCrypto(t.a, t.b), 0) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new CurveCryptoVenue(adapter, x, y, t.c, t.weth, false));
        _add(new CurveCryptoVenue(adapter, y, x, t.c, t.weth, true));
    }
}
