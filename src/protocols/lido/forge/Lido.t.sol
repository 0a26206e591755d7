// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {Route} from "../../../../contracts/forge/rig/Route.sol";
import {DishonestWrapper, SharesToken} from "./DishonestWrapper.sol";
import {LidoVenue} from "./LidoVenue.sol";

contract LidoTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "Lido";
    }

    function _venue(address, address) internal pure override returns (Venue) {
        return Venue(payable(0));
    }

    function _addOthers() internal override {
        _add(new LidoVenue(adapter, weth, false));
        _add(new LidoVenue(adapter, weth, true));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestWrapper(new SharesToken(), b);
    }

    /// The balance, rounded down, would often leave a share behind.
    function test_EveryShareIsWrapped() public {
        for (uint256 amountIn = 2; amountIn < 40; amountIn++) {
            _trade(venues[0], _through(venues[0], 0, amountIn, _leg(venues[0], 0, Route.TO_RECIPIENT, 0)), venues[0].foresee(0, amountIn));
        }
    }
}
