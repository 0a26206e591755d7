// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {Route} from "../../../../contracts/forge/rig/Route.sol";
import {vm} from "../../../../contracts/forge/rig/Vm.sol";
import {IVault} from "../../../../contracts/sandbox/IVault.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";
import {DishonestManager} from "./DishonestManager.sol";
import {V4NativeVenue} from "./V4NativeVenue.sol";

contract UniswapV4NativeTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "UniswapV4Native";
    }

    /// @dev One of its tokens is the native currency, so the other is a plain token.
    function _venue(address first, address) internal override returns (Venue) {
        return new V4NativeVenue(adapter, weth, first, 887220);
    }

    /// @dev The manager measures what it was paid. The last two have no fee here.
    function _taxed() internal pure override returns (uint256) {
        return 13;
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestManager(PlainToken(weth), b);
    }

    function _dishonestData() internal pure override returns (uint48) {
        return 1 << 23;
    }

    /// Anyone may have synced another token at the manager before.
    function test_TokenThatSomebodySyncedBefore() public {
        Venue venue = venues[0];
        for (uint256 i = 0; i < 2; i++) {
            uint256 foreseen = venue.foresee(i, E18);
            vm.prank(attacker);
            IVault(venue.pool()).sync(address(a));
            _trade(venue, _through(venue, i, E18, _leg(venue, i, Route.TO_RECIPIENT, 0)), foreseen);
        }
    }

    /// The rest would stay in the adapter, for the next caller.
    function test_PoolThatRunsDry() public {
        V4NativeVenue narrow = new V4NativeVenue(adapter, weth, address(a), 60);
        _open(narrow);
        for (uint256 i = 0; i < 2; i++) {
            bytes memory answer = _isRefused(_through(narrow, i, 1e23, _leg(narrow, i, Route.TO_RECIPIENT, 0)));
            _same(answer, "PartialFill(uint256,uint256)");
            (uint256 taken, uint256 amount) = _words(answer);
            require(taken > 0 && taken < amount && amount == 1e23, "another part");
        }
    }

    function _words(bytes memory answer) private pure returns (uint256 first, uint256 second) {
        assembly {
            first := mload(add(answer, 0x24))
            second := mload(add(answer, 0x44))
        }
    }

    /// A direct call of the callback finds nothing to trade.
    function test_StrangerCallsBack() public {
        bytes memory asked = abi.encode(address(a), weth, attacker, uint256(venues[0].data(1)));
        for (uint256 k = 0; k < 2; k++) {
            vm.prank(k == 0 ? attacker : venues[0].pool());
            (bool ok,) = adapter.call(abi.encodeWithSignature("unlockCallback(bytes)", asked));
            require(!ok, "was answered");
        }
        _nothingStays(venues[0]);
    }
}
