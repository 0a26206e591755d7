// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Code} from "../rig/Code.sol";
import {vm} from "../rig/Vm.sol";
import {CrossingRig} from "./CrossingRig.sol";
import {Arrival, Claim, Cross, Delivery, ICrossing} from "./ICrossing.sol";
import {EndpointDouble, MessagingDouble, PoolDouble} from "./StargateDouble.sol";

interface IStargateBridge {
    event Sent(
        bytes32 indexed guid,
        uint256 toNetwork,
        uint256 time,
        address asset,
        uint256 amount,
        uint256 received,
        address receiver,
        bytes message
    );
    event Passed(bytes32 indexed guid, uint256 amount);

    function poolOf(address asset) external view returns (address);
    function quoteMessage(address asset, uint256 amount, uint256 toNetwork, address receiver, bytes calldata message)
        external
        view
        returns (uint256);
    function lzCompose(address from, bytes32 guid, bytes calldata message, address executor, bytes calldata extra)
        external;
}

/// @notice Stargate as a bridge: b is sent from here, and paid here as if it had been sent on another network.
contract StargateTest is CrossingRig {
    MessagingDouble private constant MESSAGING = MessagingDouble(0x6d6620eFa72948C5f68A3C8646d58C00d3f4A980);
    uint256 private constant BASE_EID = 30184;
    /// What is left of the agreed rate after a basis point.
    uint256 private constant LESS_A_POINT = 0.9999e18;

    IStargateBridge private bridge;
    EndpointDouble private endpoint;
    PoolDouble private stargate;

    function setUp() public override {
        super.setUp();
        vm.chainId(1);
        vm.etch(address(MESSAGING), type(MessagingDouble).runtimeCode);
        endpoint = new EndpointDouble();
        stargate = new PoolDouble(address(b), endpoint, 1);
        MESSAGING.set(1, address(stargate));
        b.transfer(address(stargate), HELD);
        bridge = IStargateBridge(Code.create(Code.built("StargateBridge")));
    }

    // The source

    function _sending() private view returns (Cross memory order) {
        order = _cross();
        (order.fromAsset, order.bridge) = (address(b), address(bridge));
        (order.bridgeRate, order.bridgeFee) = (LESS_A_POINT, 0);
        order.arrivalHash = keccak256(abi.encode(uint256(3200), _routeThere()));
    }

    function _send(Cross memory order, uint256 value) private returns (bool, bytes memory) {
        return _call(payer, value, abi.encodeCall(ICrossing.cross, (order, "", "", Arrival(3200, _routeThere()))));
    }

    function _words() private view returns (bytes memory) {
        return abi.encode(Delivery(address(router), address(c), receiver, 1, LATE), uint256(3200), _routeThere());
    }

    function test_SendsWithTheWordsForTheOtherSide() public {
        uint256 held = b.balanceOf(payer);
        vm.expectEmit(true, true, true, true, address(bridge));
        emit IStargateBridge.Sent(
            bytes32(uint256(1)), THERE, NOW, address(b), E18, E18 * 9999 / 10000, address(crossing), _words()
        );
        (bool ok,) = _send(_sending(), 7);
        require(ok && held - b.balanceOf(payer) == E18, "was not sent");
        PoolDouble.SendParam memory param = stargate.lastParam();
        require(param.dstEid == BASE_EID && param.amountLD == E18, "another amount, or elsewhere");
        require(param.minAmountLD == E18 * 9999 / 10000, "another minimum");
        require(param.to == bytes32(uint256(uint160(address(bridge)))), "not to the contract there");
        require(keccak256(param.composeMsg) == keccak256(abi.encode(address(crossing), _words())), "other words");
        // 3200 + 200 + 150000 gas
        bytes memory options = abi.encodePacked(uint16(3), hex"010013030000", uint128(153_400));
        require(keccak256(param.extraOptions) == keccak256(options), "other gas");
        require(address(stargate).balance == 5 && refunded.balance == 2, "another cost of the message");
        _bridgeHoldsNothing();
    }

    function test_SendsForTheRecipientItself() public {
        Cross memory order = _sending();
        (order.toAsset, order.receiver) = (order.toBridgeAsset, receiver);
        order.arrivalHash = keccak256(abi.encode(uint256(0), bytes("")));
        vm.expectEmit(true, true, true, true, address(bridge));
        emit IStargateBridge.Sent(
            bytes32(uint256(1)), THERE, NOW, address(b), E18, E18 * 9999 / 10000, receiver, ""
        );
        (bool ok,) = _call(payer, 5, abi.encodeCall(ICrossing.cross, (order, "", "", Arrival(0, ""))));
        PoolDouble.SendParam memory param = stargate.lastParam();
        require(ok && param.to == bytes32(uint256(uint160(receiver))), "not to the recipient");
        require(param.composeMsg.length == 0 && param.extraOptions.length == 0, "a message for nobody");
        _bridgeHoldsNothing();
    }

    function test_LessThanAgreedIsNotSent() public {
        Cross memory order = _sending();
        order.bridgeRate = LESS_A_POINT + 1;
        (bool ok, bytes memory answer) = _send(order, 5);
        require(!ok && _says(answer, "Stargate_SlippageTooHigh"), "less was sent");
        (ok,) = _send(_sending(), 4);
        require(!ok, "the message was not paid for");
        _bridgeHoldsNothing();
    }

    function test_TheMessageCostsWhatThePoolSays() public view {
        uint256 ofWords = abi.encode(address(crossing), _words()).length;
        uint256 quoted = bridge.quoteMessage(address(b), E18, THERE, address(crossing), _words());
        require(quoted == BASE_EID + 24 + ofWords, "another message");
        require(bridge.quoteMessage(address(b), E18, THERE, receiver, "") == BASE_EID, "another plain message");
    }

    function test_EveryNetworkHasItsNumber() public {
        uint32[14] memory eids = [
            uint32(30101), 30109, 30102, 30110, 30111, 30184, 30106, 30214, 30332, 30362, 30339, 30290, 30151, 30199
        ];
        (uint256[14] memory networks,) = _places();
        for (uint256 i = 1; i < 14; i++) {
            Cross memory order = _sending();
            order.toNetwork = networks[i];
            order.bridgeRate = LESS_A_POINT * (networks[i] == 56 ? 1e12 : 1);
            (bool ok,) = _send(order, 5);
            require(ok && stargate.lastParam().dstEid == eids[i], "another network, or none");
        }
        Cross memory none = _sending();
        none.toNetwork = 2;
        (bool done, bytes memory answer) = _send(none, 5);
        require(!done, "to nowhere");
        _same(answer, "WrongNetwork(uint256)");
        vm.chainId(8453);
        vm.etch(0x5634c4a5FEd09819E3c46D86A965Dd9447d86e47, type(MessagingDouble).runtimeCode);
        MessagingDouble(0x5634c4a5FEd09819E3c46D86A965Dd9447d86e47).set(1, address(stargate));
        none.toNetwork = 1;
        (done,) = _send(none, 5);
        require(done && stargate.lastParam().dstEid == 30101, "ethereum's is another");
    }

    function test_EveryNetworkHasItsStargate() public {
        (uint256[14] memory networks, address[14] memory places) = _places();
        for (uint256 i = 0; i < 14; i++) {
            vm.chainId(networks[i]);
            vm.etch(places[i], type(MessagingDouble).runtimeCode);
            PoolDouble other = new PoolDouble(address(b), endpoint, 1);
            MessagingDouble(places[i]).set(1, address(other));
            require(bridge.poolOf(address(b)) == address(other), "another pool, or none");
        }
        vm.chainId(2);
        vm.expectRevert();
        bridge.poolOf(address(b));
    }

    function _places() private pure returns (uint256[14] memory networks, address[14] memory places) {
        networks = [
            uint256(1), 137, 56, 42161, 10, 8453, 43114, 534352, 146, 80094, 57073, 167000, 1088, 40
        ];
        places = [
            0x6d6620eFa72948C5f68A3C8646d58C00d3f4A980,
            0x6CE9bf8CDaB780416AD1fd87b318A077D2f50EaC,
            0x6E3d884C96d640526F273C61dfcF08915eBd7e2B,
            0x19cFCE47eD54a88614648DC3f19A5980097007dD,
            0xF1fCb4CBd57B67d683972A59B6a7b1e2E8Bf27E6,
            0x5634c4a5FEd09819E3c46D86A965Dd9447d86e47,
            0x17E450Be3Ba9557F2378E20d64AD417E59Ef9A34,
            0x4e422B0aCb2Bd7e3aC70B5c0E5eb806e86a94038,
            0x2086f755A6d9254045C257ea3d382ef854849B0f,
            0xAf5191B0De278C7286d6C7CC6ab6BB8A73bA2Cd6,
            0x45f1A95A4D3f3836523F5c83673c797f4d4d263B,
            0x45d417612e177672958dC0537C45a8f8d754Ac2E,
            0xcbE78230CcA58b9EF4c3c5D1bC0D7E4b3206588a,
            0x88853D410299BCBfE5fCC9Eef93c03115E908279
        ];
    }

    function test_EveryAssetHasItsPool() public {
        PoolDouble second = new PoolDouble(address(c), endpoint, 1);
        MESSAGING.set(2, address(second));
        require(bridge.poolOf(address(b)) == address(stargate) && bridge.poolOf(address(c)) == address(second), "another");
        MESSAGING.set(13, address(new PoolDouble(address(a), endpoint, 1)));
        (bool ok, bytes memory answer) =
            address(bridge).staticcall(abi.encodeCall(IStargateBridge.poolOf, (address(a))));
        require(!ok, "an asset that is not sent");
        _same(answer, "WrongAsset(address)");
        MESSAGING.set(1, address(0)); // only the second is there
        require(bridge.poolOf(address(c)) == address(second), "the second was not found");
    }

    /// To and from the network whose tokens have 18 decimals: a message counts in millionths.
    function test_UnitsDiffer() public {
        Cross memory order = _sending();
        order.toNetwork = 56;
        order.bridgeRate = 0.9999e30;
        order.bridgeFee = 1; // one unit of 10^-12: the minimum is rounded up to a unit here
        (bool ok,) = _send(order, 5);
        require(ok && stargate.lastParam().minAmountLD == E18 * 9999 / 10000, "another minimum there");

        vm.chainId(56);
        vm.etch(0x6E3d884C96d640526F273C61dfcF08915eBd7e2B, type(MessagingDouble).runtimeCode);
        PoolDouble fine = new PoolDouble(address(b), endpoint, 1e12);
        MessagingDouble(0x6E3d884C96d640526F273C61dfcF08915eBd7e2B).set(1, address(fine));
        order = _sending();
        order.amountIn = E18 + 7;
        order.bridgeRate = 0.9999e6;
        vm.expectEmit(true, true, true, true, address(bridge));
        emit IStargateBridge.Sent(
            bytes32(uint256(1)), THERE, NOW, address(b), E18, E18 * 9999 / 10000, address(crossing), _words()
        );
        (ok,) = _send(order, 5);
        require(ok && fine.lastParam().minAmountLD == 999_900e12, "another minimum here");
        require(b.balanceOf(refunded) == 7, "less than a unit was kept");
        _bridgeHoldsNothing();
    }

    // The destination

    /// Pays as an honest deposit of the other network says.
    function _pay(bytes32 guid, uint256 amount, address to, bytes memory message) private returns (bytes memory) {
        return stargate.pay(address(bridge), guid, amount, abi.encode(to, message));
    }

    function _execute(bytes32 guid, bytes memory composed) private returns (bool, bytes memory) {
        vm.prank(attacker);
        return address(endpoint).call(
            abi.encodeCall(EndpointDouble.lzCompose, (address(stargate), address(bridge), guid, composed))
        );
    }

    function testFuzz_DeliversWhatIsPaid(uint256 amount) public {
        amount = bound(amount, 1e6, HELD);
        Delivery memory delivery = _delivery();
        uint256 bought = _quoteV2(pair[address(b)][address(c)], address(b), address(c), amount);
        delivery.amountOutMin = bought;
        bytes memory composed = _pay("1", amount, address(crossing), _message(delivery, _routeThere()));
        vm.expectEmit(true, true, true, true, address(bridge));
        emit IStargateBridge.Passed("1", amount);
        (bool ok,) = _execute("1", composed);
        require(ok && c.balanceOf(receiver) == 1 + bought, "not what the pool gives");
        _holdsNothing();
        _bridgeHoldsNothing();
    }

    function test_WhatCannotBeSwappedIsKept() public {
        Delivery memory delivery = _delivery();
        delivery.amountOutMin = POOLED;
        bytes memory composed = _pay("1", E18, address(crossing), _message(delivery, _routeThere()));
        (bool ok,) = _execute("1", composed);
        Claim memory claim = Claim(address(b), E18, delivery, keccak256(_routeThere()));
        require(ok && _isOpen(claim) == 1, "was not kept");
        (ok,) = _execute("1", composed);
        require(!ok && _isOpen(claim) == 1, "was passed on twice");
        _holdsClaims(E18);
        _bridgeHoldsNothing();
    }

    /// A call that fails changes nothing: the payment stays, and anyone executes it again.
    function test_AFailedCallLosesNothing() public {
        Delivery memory delivery = _delivery();
        bytes memory words = abi.encode(delivery, uint256(1_000_000), _routeThere());
        bytes memory composed = _pay("1", E18, address(crossing), words);
        vm.prank(attacker);
        (bool ok,) = address(endpoint).call{gas: 900_000}(
            abi.encodeCall(EndpointDouble.lzCompose, (address(stargate), address(bridge), "1", composed))
        );
        require(!ok && b.balanceOf(address(bridge)) == E18, "is not here any more");
        (ok,) = _execute("1", composed);
        require(ok && c.balanceOf(receiver) > 1, "was not delivered");
        _bridgeHoldsNothing();
    }

    function test_EachPaymentIsItsReceivers() public {
        bytes memory first = _pay("1", E18, address(0x4E0), "words");
        bytes memory second = _pay("2", 3 * E18, address(0x4E1), "words");
        bytes memory third = _pay("3", 2 * E18, address(crossing), "words");
        (bool ok,) = _execute("2", second);
        require(ok && b.balanceOf(address(0x4E1)) == 3 * E18, "another amount");
        (ok,) = _execute("3", third);
        require(!ok, "words that nobody can read");
        (ok,) = _execute("1", first);
        require(ok && b.balanceOf(address(0x4E0)) == E18, "another amount");
        require(b.balanceOf(address(bridge)) == 2 * E18, "what waits was taken");
    }

    function _forged() private view returns (bytes memory) {
        return abi.encodePacked(
            uint64(1), uint32(BASE_EID), uint256(E18), bytes32(0), abi.encode(attacker, bytes("words"))
        );
    }

    function test_NobodyElseSaysWhatWasPaid() public {
        _pay("1", E18, address(crossing), _message(_delivery(), _routeThere()));
        bytes memory forged = _forged();
        vm.prank(attacker);
        (bool ok, bytes memory answer) = address(bridge).call(
            abi.encodeCall(IStargateBridge.lzCompose, (address(stargate), "1", forged, address(0), ""))
        );
        require(!ok, "by a stranger");
        _same(answer, "WrongSender(address)");
        vm.startPrank(attacker);
        endpoint.sendCompose(address(bridge), "1", forged);
        (ok, answer) = address(endpoint).call(
            abi.encodeCall(EndpointDouble.lzCompose, (attacker, address(bridge), "1", forged))
        );
        require(!ok, "for a stranger");
        _same(answer, "WrongSender(address)");
        vm.stopPrank();
        PoolDouble false_ = new PoolDouble(address(b), EndpointDouble(address(this)), 1);
        (ok, answer) = address(bridge).call(
            abi.encodeCall(IStargateBridge.lzCompose, (address(false_), "1", forged, address(0), ""))
        );
        require(!ok, "by a stranger's endpoint");
        _same(answer, "WrongSender(address)");
        require(b.balanceOf(address(bridge)) == E18 && b.balanceOf(attacker) == HELD, "the stranger was paid");
    }

    /// Coins cannot be passed on, and would stay.
    function test_TakesNoCoins() public {
        bytes memory composed = _pay("1", E18, address(0x4E0), "words");
        vm.deal(attacker, 1);
        vm.prank(attacker);
        (bool ok,) = address(endpoint).call{value: 1}(
            abi.encodeCall(EndpointDouble.lzCompose, (address(stargate), address(bridge), "1", composed))
        );
        require(!ok && address(bridge).balance == 0, "took coins");
    }

    function _bridgeHoldsNothing() private view {
        require(b.balanceOf(address(bridge)) == 0, "the bridge holds something");
        require(address(bridge).balance == 0 && address(crossing).balance == 0, "coins stayed");
        require(b.allowance(address(bridge), address(stargate)) == 0, "Stargate may take more");
        require(b.allowance(address(crossing), address(bridge)) == 0, "the bridge may take more");
    }

    function _says(bytes memory answer, string memory reason) private pure returns (bool) {
        return keccak256(answer) == keccak256(abi.encodeWithSignature("Error(string)", reason));
    }
}
