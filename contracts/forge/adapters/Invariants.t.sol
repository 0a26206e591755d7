// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Vm} from "../rig/Vm.sol";
import {AdapterHandler} from "./AdapterHandler.sol";
import {Venue} from "./Venue.sol";

/// I1 to I13 of the router with every adapter as deployed, after any sequence of the actions of `AdapterHandler`.
contract AdapterInvariantTest {
    /// Gas of the call alone: three times that of the most expensive pool at first.
    uint256 private constant MOST_GAS = 1_000_000;

    AdapterHandler private handler;

    function setUp() public {
        handler = new AdapterHandler();
        handler.setUp();
    }

    /// A handler that never succeeds would hold every invariant. Each has to succeed in every case that its pools allow.
    function test_EveryHandlerDoesSomething() public {
        uint256[12] memory times = [uint256(0), 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0];
        for (uint256 k = 0; k < handler.count(); k++) {
            Venue venue = handler.venues(k);
            _sell(k);
            bool exact = venue.isExact();
            times[0] += 2;
            times[1] += _followsAPool(venue, 0) + (venue.goesBack() ? _followsAPool(venue, 1) : 0);
            if (exact) times[2] += _precedesAPair(venue);
            if (_isNative(venue.token(0)) || _isNative(venue.token(1))) times[3] += 2;
            if (exact) (times[4], times[5], times[7], times[8]) = (times[4] + 1, times[5] + 1, times[7] + 1, times[8] + 1);
            times[10]++;
        }
        times[6] = handler.familyCount();
        for (uint256 k = 0; k < times[6]; k++) handler.meetADishonestPool(k, 2, 2, 2, 0, uint8(k % 3));
        times[11] = 2 * handler.taxedCount();
        for (uint256 k = 0; k < times[11]; k++) handler.sellTaxed(k / 2, k % 2 == 1, 0);
        handler.donate(1, 1000);
        string[12] memory names = [
            "alone", "after a pool", "before a pair", "native", "fee", "order", "dishonest pool", "gift", "direct call",
            "donation", "mangled leg", "taxed"
        ];
        for (uint256 i = 0; i < 12; i++) {
            require(times[i] > 0, string.concat("no pool allows it: ", names[i]));
            require(handler.done(names[i]) == times[i], names[i]);
        }
        invariant_I1ToI13();
    }

    /// @dev Every action with one pool. The gift is the last, because only a stranger's call takes all of it.
    function _sell(uint256 k) private {
        handler.sell(k, false, 0);
        handler.sell(k, true, 0);
        handler.sellWhatAPoolGave(k, false, true, 1);
        handler.sellWhatAPoolGave(k, true, false, 2);
        handler.sellWhatAnAdapterGave(k, false, 3);
        handler.sellNative(k, false, 4);
        handler.sellNative(k, true, 5);
        handler.sellWithFee(k, false, 6, 1000);
        handler.fillOrder(k, false, 7, 1, false);
        handler.sendMangledLeg(k, false, 20, 0, true); // the unchanged byte
        handler.give(k, false, uint64(handler.venues(k).usual(0)));
        handler.callAnAdapterDirectly(k, false, false, 0);
    }

    /// @return 1 if a pool gives token `i` for one that the venue does not buy: b for a, or c for b
    function _followsAPool(Venue venue, uint256 i) private view returns (uint256) {
        (address sold, address bought) = (venue.token(i), venue.token(1 - i));
        (address a, address b, address c,) = handler.coins();
        return (sold == a && bought != b) || (sold == b && bought != c) ? 1 : 0;
    }

    /// @return 1 if a pair buys what a sale of token 0 gives, for another token
    function _precedesAPair(Venue venue) private view returns (uint256) {
        (address sold, address bought) = (venue.token(0), venue.token(1));
        (address a, address b, address c,) = handler.coins();
        return (bought == a && sold != b) || (bought == b && sold != c) ? 1 : 0;
    }

    function _isNative(address token) private view returns (bool) {
        (,,, address weth) = handler.coins();
        return token == weth;
    }

    function targetSelectors() external view returns (Vm.FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](12);
        selectors[0] = AdapterHandler.sell.selector;
        selectors[1] = AdapterHandler.sellWhatAPoolGave.selector;
        selectors[2] = AdapterHandler.sellWhatAnAdapterGave.selector;
        selectors[3] = AdapterHandler.sellNative.selector;
        selectors[4] = AdapterHandler.sellWithFee.selector;
        selectors[5] = AdapterHandler.fillOrder.selector;
        selectors[6] = AdapterHandler.meetADishonestPool.selector;
        selectors[7] = AdapterHandler.callAnAdapterDirectly.selector;
        selectors[8] = AdapterHandler.give.selector;
        selectors[9] = AdapterHandler.donate.selector;
        selectors[10] = AdapterHandler.sendMangledLeg.selector;
        selectors[11] = AdapterHandler.sellTaxed.selector;
        targets = new Vm.FuzzSelector[](1);
        targets[0] = Vm.FuzzSelector(address(handler), selectors);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// Their meaning: Invariants.t.sol. They are checked together, so that each campaign serves all of them.
    function invariant_I1ToI13() public view {
        for (uint256 i = 1; i <= 12; i++) {
            string memory why = handler.broken(i);
            require(bytes(why).length == 0, why);
        }
        require(handler.allowancesStand(), "I1: an allowance of somebody who did nothing changed");
        require(handler.routerHoldsWhatWasDonated(), "I4: something stayed in the router");
        require(handler.adaptersKeepNothing(), "I4, I5: something stayed in an adapter, or an allowance of its");
        require(handler.routerAllowsNobody() && handler.routerAllowsNoAdapter(), "I5: the router allows somebody something");
        string[4] memory names = ["alone", "after a pool", "before a pair", "native"];
        for (uint256 i = 0; i < 4; i++) require(handler.gasOf(names[i]) <= MOST_GAS, names[i]);
    }
}
