// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestBook} from "./DishonestBook.sol";
import {LiquidityBookVenue} from "./LiquidityBookVenue.sol";

contract LiquidityBookFamily is Family {
    constructor(Tokens memory t) Family("LiquidityBook", new DishonestBook(t.a, t.b), 0) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new LiquidityBookVenue(adapter, x, y, t.weth));
    }
}
