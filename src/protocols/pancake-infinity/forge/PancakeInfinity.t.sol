// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestTest} from "../../../../contracts/forge/adapters/DishonestTest.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {Route} from "../../../../contracts/forge/rig/Route.sol";
import {vm} from "../../../../contracts/forge/rig/Vm.sol";
import {DishonestInfinity} from "./DishonestInfinity.sol";
import {InfinityVenue} from "./InfinityVenue.sol";

contract PancakeInfinityTest is DishonestTest {
    function _name() internal pure override returns (string memory) {
        return "PancakeInfinity";
    }

    function _venue(address first, address second) internal override returns (Venue) {
        return new InfinityVenue(adapter, first, second, weth, 887220);
    }

    function _addOthers() internal override {
        _add(new InfinityVenue(adapter, weth, address(a), weth, 887220));
    }

    function _dishonest() internal override returns (DishonestPool) {
        return new DishonestInfinity(a, b);
    }

    /// @dev The vault measures what it was paid.
    function _taxed() internal pure override returns (uint256) {
        return 6;
    }

    /// Anyone may have synced another token at the manager before.
    function test_TokenThatSomebodySyncedBefore() public {
        Venue venue = venues[1];
        for (uint256 i = 0; i < 2; i++) {
            uint256 foreseen = venue.foresee(i, E18);
            vm.prank(attacker);
            InfinityVenue(payable(venue)).vault().sync(address(a));
            _trade(venue, _through(venue, i, E18, _leg(venue, i, Route.TO_RECIPIENT, 0)), foreseen);
        }
    }

    /// The rest would stay in the adapter, for the next caller.
    function test_PoolThatRunsDry() public {
        InfinityVenue narrow = new InfinityVenue(adapter, address(a), address(b), weth, 60);
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
        bytes memory asked = abi.encode(venues[0].pool(), address(a), address(b), attacker, uint256(venues[0].data(0)));
        for (uint256 k = 0; k < 2; k++) {
            vm.prank(k == 0 ? attacker : venues[0].pool());
            (bool ok,) = adapter.call(abi.encodeWithSignature("lockAcquired(bytes)", asked));
            require(!ok, "was answered");
        }
        _nothingStays(venues[0]);
    }
}
