// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Vm} from "../rig/Vm.sol";
import {Handler} from "./Handler.sol";

/// What holds after any sequence of the actions of `Handler`.
contract CrossingInvariantTest {
    Handler private handler;

    function setUp() public {
        handler = new Handler();
        handler.setUp();
    }

    /// A handler that never succeeds would hold every invariant.
    function test_EveryHandlerDoesSomething() public {
        handler.crossByAllowance(1e18, 1, 0, 0);
        handler.crossByAllowance(1e18, 1, 5, 7);
        handler.crossByAllowance(1e18, 1, 7, 5);
        handler.crossBySignature(1e18, 1e15, false);
        handler.crossBySignature(1e18, 1e15, true);
        handler.fill(5e17, 0, false);
        handler.fill(5e17, 7200, true);
        handler.closeWhatIsNone(0, 1, true);
        handler.closeWhatIsNone(0, 1, false);
        handler.forge(1, false, false);
        handler.forge(1, false, true);
        handler.tryAgain(0, false);
        handler.give(9);
        handler.forge(1, true, false);
        handler.tryAgain(0, true);
        handler.fill(5e17, 7200, true);
        handler.release(0, true);
        handler.move(1e18, true, 60);
        string[10] memory names = [
            "cross", "order", "delivered", "kept", "no claim", "forged", "gift", "retried", "released", "move"
        ];
        uint256[10] memory times = [uint256(2), 1, 1, 2, 2, 2, 1, 1, 1, 1];
        for (uint256 i = 0; i < 10; i++) require(handler.done(names[i]) == times[i], names[i]);
        invariant_HoldsItsOpenClaimsAndNothingElse();
        invariant_OnlyTheRecipientGains();
    }

    function targetSelectors() external view returns (Vm.FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](9);
        selectors[0] = Handler.crossByAllowance.selector;
        selectors[1] = Handler.crossBySignature.selector;
        selectors[2] = Handler.fill.selector;
        selectors[3] = Handler.tryAgain.selector;
        selectors[4] = Handler.release.selector;
        selectors[5] = Handler.forge.selector;
        selectors[6] = Handler.closeWhatIsNone.selector;
        selectors[7] = Handler.give.selector;
        selectors[8] = Handler.move.selector;
        targets = new Vm.FuzzSelector[](1);
        targets[0] = Vm.FuzzSelector(address(handler), selectors);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// The balance is the sum of the open claims and what was given since; every claim is counted.
    function invariant_HoldsItsOpenClaimsAndNothingElse() public view {
        require(handler.holdsItsClaims(), "holds more or less than its claims");
        require(handler.holdsNothingElse(), "holds something else");
        require(handler.countsEveryClaim(), "lost a claim");
        require(handler.allowsNobody(), "allows somebody");
    }

    /// A claim is paid once, to its recipient, and in full or at its minimum; nobody else loses or gains.
    function invariant_OnlyTheRecipientGains() public view {
        require(bytes(handler.broken()).length == 0, handler.broken());
        require(handler.othersHaveWhatTheyHad(), "another gained or lost");
    }
}
