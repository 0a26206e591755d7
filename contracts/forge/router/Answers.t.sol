// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {RefusingWrapped, RevertingToken, ShortPool, ShortVault} from "../mocks/Short.sol";
import {Route} from "../rig/Route.sol";
import {Router} from "../rig/Router.sol";
import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

/// Return data that is too short, and return data of a revert.
contract AnswersTest is Trade {
    ShortPool private short;

    function setUp() public override {
        super.setUp();
        short = new ShortPool(b);
        b.mint(address(short), 10 * E18);
    }

    /// It gave the output, but its return value cannot be read: the next pool would be told any amount.
    function test_PoolThatAnswersLessThanTwoWords() public {
        _wantsTwoWords(Route.callback(Route.TO_RECIPIENT, address(short), address(a), address(b), 0));
    }

    function test_PairThatAnswersLessThanTwoReserves() public {
        _wantsTwoWords(Route.push(Route.TO_RECIPIENT, address(short), address(a), address(b), 0));
    }

    function _wantsTwoWords(bytes memory route) private {
        Ask memory ask = _ask(address(a), address(b), E18, route);
        uint256[4] memory sizes = [uint256(0), 31, 32, 63];
        for (uint256 i = 0; i < 4; i++) {
            short.answerWith(sizes[i]);
            (bool ok, bytes memory answer) = _try(ask);
            require(!ok, "was not refused");
            _is(answer, abi.encodeWithSignature("PoolUnreadable(address)", address(short)));
            require(a.balanceOf(payer) == HELD, "the payer paid");
        }
        short.answerWith(64);
        require(_done(ask) == E18, "is long enough");
        _untouched();
    }

    /// A vault's return value is a hint, so it may be missing: the recipient's balance counts.
    function test_VaultThatSaysNothing() public {
        ShortVault vault = new ShortVault();
        b.mint(address(vault), 10 * E18);
        bytes memory route = Route.vault(Route.TO_RECIPIENT, address(vault), address(a), address(b), address(0));
        uint256[3] memory sizes = [uint256(0), 31, 32];
        for (uint256 i = 0; i < 3; i++) {
            vault.answerWith(sizes[i]);
            require(_done(_ask(address(a), address(b), E18, route)) == E18, "was refused");
        }
        _untouched();
    }

    /// But the next pair relies on the return value.
    function test_VaultThatFeedsAPair() public {
        ShortVault vault = new ShortVault();
        b.mint(address(vault), E18);
        vault.answerWith(32);
        address next = pair[address(b)][address(c)];
        bytes memory route = bytes.concat(
            Route.vault(Route.TO_NEXT_POOL, address(vault), address(a), address(b), address(0)),
            Route.push(Route.TO_RECIPIENT | Route.IS_FED, next, address(b), address(c), 0)
        );
        uint256 foreseen = _quoteV2(next, address(b), address(c), E18);
        require(_done(_ask(address(a), address(c), E18, route)) == foreseen, "not what the pair says");
        _untouched();
    }

    /// A reverting call is no success, whatever its revert data, and the data is passed on.
    function test_TransferThatRevertsWithTheWordOfSuccess() public {
        RevertingToken token = new RevertingToken();
        token.mint(address(this), 1e28);
        token.mint(payer, HELD);
        _allow(payer, address(token));
        _pair(address(token), address(b));
        address at = pair[address(token)][address(b)];
        bytes memory route = Route.push(Route.TO_RECIPIENT, at, address(token), address(b), 0);
        uint256 fee = uint256(uint160(affiliate)) << 96 | 1000;
        bytes memory data = abi.encodeCall(
            Router.swapWithFee, (address(token), address(b), E18, 1, receiver, FOREVER, fee, route)
        );
        token.refuse(affiliate);
        vm.prank(payer);
        (bool ok, bytes memory answer) = address(router).call(data);
        require(!ok, "the affiliate was not paid");
        _is(answer, abi.encode(1));
        token.refuse(at);
        (ok, answer) = _try(_ask(address(token), address(b), E18, route));
        require(!ok, "the pair was not paid");
        _is(answer, abi.encode(1));
        require(token.balanceOf(payer) == HELD, "the payer paid");
    }

    /// The router's own transfer, of tokens that it holds.
    function test_OwnTransferThatRevertsWithTheWordOfSuccess() public {
        RevertingToken token = new RevertingToken();
        token.mint(address(router), E18);
        token.refuse(pair[address(b)][address(c)]);
        bytes memory route = bytes.concat(
            Route.push(Route.TO_RECIPIENT | Route.NAMES_TOKEN, pair[address(b)][address(c)], address(token), address(b), 0),
            abi.encodePacked(address(token))
        );
        (bool ok, bytes memory answer) = _try(_ask(address(a), address(b), E18, route));
        require(!ok, "the pair was not paid");
        _is(answer, abi.encode(1));
    }

    /// The revert data of the wrapped form is passed on unchanged.
    function test_WrappedFormThatRefuses() public {
        RefusingWrapped refusing = new RefusingWrapped();
        refusing.mint(payer, E18);
        _allow(payer, address(refusing));
        bytes memory route = abi.encodePacked(address(refusing));
        (bool ok, bytes memory answer) = _try(_ask(address(refusing), address(0), E18, route));
        require(!ok, "was unwrapped");
        _is(answer, abi.encodeWithSignature("Error(string)", "does not unwrap"));
        (ok, answer) = _try(_ask(address(0), address(refusing), E18, route));
        require(!ok, "was wrapped");
        _is(answer, abi.encodeWithSignature("Error(string)", "does not wrap"));
        _untouched();
    }

    function _is(bytes memory answer, bytes memory wanted) private pure {
        if (keccak256(answer) == keccak256(wanted)) return;
        assembly {
            revert(add(answer, 0x20), mload(answer)) // shows which contract refused instead
        }
    }
}
