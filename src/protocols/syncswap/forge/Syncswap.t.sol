// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {DishonestSyncswap} from "./DishonestSyncswap.sol";
import {SyncswapVenue} from "./SyncswapVenue.sol";

contract SyncswapTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "Syncswap";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new SyncswapVenue(adapter, first, second, weth, 1);
    }

    function _addOthers() internal override {
        _add(new SyncswapVenue(adapter, address(a), address(b), weth, 2));
        _add(new SyncswapVenue(adapter, weth, address(a), weth, 1));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestSyncswap(a, b);
    }

    function _seesWhatIsTaken() internal pure override returns (bool) {
        return false;
    }
}
