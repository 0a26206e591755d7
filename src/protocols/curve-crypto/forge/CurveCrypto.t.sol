// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {CurveCryptoVenue} from "./CurveCryptoVenue.sol";
import {DishonestCurveCrypto} from "./DishonestCurveCrypto.sol";

contract CurveCryptoTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "CurveCrypto";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new CurveCryptoVenue(adapter, first, second, address(c), weth, false);
    }

    function _addOthers() internal override {
        _add(new CurveCryptoVenue(adapter, address(b), address(a), address(c), weth, true));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestCurveCrypto(a, b);
    }
}
