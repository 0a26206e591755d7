// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {TaxedCoin} from "../../../../contracts/forge/mocks/Coins.sol";
import {DishonestSyncswap} from "./DishonestSyncswap.sol";
import {SyncswapVenue} from "./SyncswapVenue.sol";

contract SyncswapFamily is Family {
    constructor(Tokens memory t) Family("Syncswap", new DishonestSyncswap(t.a, t.b), 0) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new SyncswapVenue(adapter, x, y, t.weth, 1));
        _add(new SyncswapVenue(adapter, t.weth, x, t.weth, 1));
        _addTaxed(new SyncswapVenue(adapter, address(new TaxedCoin()), y, t.weth, 1));
    }
}
