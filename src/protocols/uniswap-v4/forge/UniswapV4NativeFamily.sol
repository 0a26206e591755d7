// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";
import {DishonestManager} from "./DishonestManager.sol";
import {V4NativeVenue} from "./V4NativeVenue.sol";

contract UniswapV4NativeFamily is Family {
    constructor(Tokens memory t) Family("UniswapV4Native", new DishonestManager(PlainToken(t.weth), t.b), 1 << 23) {
        _add(new V4NativeVenue(adapter, t.weth, address(t.a), 887220));
    }
}
